"""What MLflow gets of a study, and how it is found there again."""
