"""What people see of a study: progress, results, reports, pictures, replays."""
