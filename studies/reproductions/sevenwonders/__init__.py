"""7 Wonders beyond its source: measurements that are no single study."""
