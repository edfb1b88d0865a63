"""Every deal of a small deck: in which order they are gone through, and two ways to play them."""
