import pytest
import torch

from docqa.runtime.attention import attend


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_both_back_ends_agree():
    query, key, value = (torch.randn(1, 8, 128, 64, device="cuda", dtype=torch.float16) for _ in range(3))

    fast = attend(query, key, value, backend="flash")
    plain = attend(query, key, value, backend="plain")

    torch.testing.assert_close(fast, plain, rtol=1e-2, atol=1e-2)
