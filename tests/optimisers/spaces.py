"""Spaces that several tests search."""

from optimisers.conformance import Backup, Everything, Numbers

__all__ = ["Backup", "Everything", "Numbers"]
