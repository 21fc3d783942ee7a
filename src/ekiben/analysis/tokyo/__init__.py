"""Reviews of Tokyo Railways."""
