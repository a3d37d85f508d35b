"""Blood Bowl 2020, the Second Season."""
