"""What the manual needs of mkdocs beyond its settings."""

from typing import Any


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Pages under ja/ say that they are Japanese, for fonts, line breaks and screen readers."""
    return (
        output.replace('<html lang="en"', '<html lang="ja"', 1)
        if page.file.src_uri.startswith("ja/")
        else output
    )
