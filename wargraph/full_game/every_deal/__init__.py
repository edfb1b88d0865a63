"""Every deal of a small deck: in which order they are gone through, and how they are played."""
