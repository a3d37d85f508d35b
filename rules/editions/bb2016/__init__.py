"""Blood Bowl 2016 with both Death Zones."""
