"""The experiments of the source documents, run again: `bottega reproduce`."""
