"""The turn: phases made of named steps, in the order that the edition gives (GEN-13..18)."""
