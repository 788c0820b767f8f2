"""What people see of a study: results, reports, pictures, replays."""
