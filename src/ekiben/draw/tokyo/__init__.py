"""Pictures of Tokyo Railways."""
