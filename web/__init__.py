"""What every page and every API answer shares: the face, errors, parts, paging, the words."""
