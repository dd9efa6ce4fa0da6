"""The small BERT that several benchmarks measure: 4 layers of width 64, made from its configuration."""

from __future__ import annotations

from typing import Any

# Of the vocabulary, and of what the model is given: sequences and their length.
WORDS, ROWS, LENGTH = 500, 8, 32


def small_bert(**settings: Any) -> Any:
    """Return a fresh classifier of transformers. settings: more for its configuration."""
    from transformers import BertConfig, BertForSequenceClassification

    config = BertConfig(
        vocab_size=WORDS,
        hidden_size=64,
        num_hidden_layers=4,
        num_attention_heads=4,
        intermediate_size=256,
        max_position_embeddings=64,
        **settings,
    )
    return BertForSequenceClassification(config)
