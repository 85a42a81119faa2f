"""In which order a side loses its units in a battle that is still to be fought."""
