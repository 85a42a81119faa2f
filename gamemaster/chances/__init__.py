"""What is asked about the chances of a battle, and what is answered."""
