from docqa.rag.chunking import chunks


def test_a_short_text_is_one_chunk():
    assert chunks("One sentence.") == ["One sentence."]


def test_chunks_overlap_by_a_sentence():
    text = "First part. " * 200

    parts = chunks(text, size=400)

    assert len(parts) > 1
    assert all(len(part) <= 400 for part in parts)
