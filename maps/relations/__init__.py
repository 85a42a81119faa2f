"""What powers are to each other, as a table and as a picture."""
