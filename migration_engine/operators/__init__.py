"""Which PyTorch operators torch_npu supports, as its published tables and its analysis tool say."""
