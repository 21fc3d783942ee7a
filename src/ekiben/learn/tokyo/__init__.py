"""Training of the learned player of Tokyo Railways."""
