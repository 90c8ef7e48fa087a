"""Python names are resolved through aliases, scope by scope; text that runs nothing never counts."""

from tests.engine.scan.reading import found, read, sighted


def symbols(text):
    return [one.symbol for one in found(text) if one.coupling != "none"]


def test_a_module_that_is_assigned_to_a_name_is_followed():
    assert "torch.cuda.empty_cache" in symbols("import torch\ngpu = torch.cuda\ngpu.empty_cache()\n")


def test_an_argument_shadows_a_module():
    assert symbols("import torch\ndef f(torch):\n    torch.cuda.synchronize()\n") == []


def test_a_name_of_ones_own_is_no_module():
    assert symbols("class cuda:\n    pass\ncuda.synchronize()\n") == []


def test_a_local_import_does_not_leak():
    assert symbols("def f():\n    from torch import cuda\ndef g(cuda):\n    cuda.synchronize()\n") == [
        "torch.cuda"
    ]


def test_a_star_import_is_likely():
    (one,) = [one for one in found("from torch.cuda.amp import *\nGradScaler()\n") if one.span.line == 2]

    assert (one.symbol, one.confidence) == ("torch.cuda.amp.GradScaler", "likely")


def test_after_a_star_import_what_the_module_binds_itself_is_its_own():
    text = """\
    from torch.cuda import *
    limit = 1
    class Holder:
        size = 2
    def f(given, *rest):
        for one in range(limit):
            print(given, rest, one, Holder)
        try:
            pass
        except ValueError as error:
            raise error
    empty_cache()
    """

    assert symbols(text) == ["torch.cuda", "torch.cuda.empty_cache"]


def test_a_package_that_is_imported_by_name_is_an_import():
    text = 'import importlib\nops = importlib.import_module("flash_attn")\nmore = __import__("flash_attn")\n'

    assert symbols(text) == ["flash_attn", "flash_attn"]


def test_import_module_with_a_constant_is_an_import_of_that_name():
    text = 'import importlib\nm = importlib.import_module("torch.cuda")\nm.synchronize()\n'

    assert "torch.cuda.synchronize" in symbols(text)


def test_decorators_and_defaults_are_read():
    text = 'import torch\n@torch.cuda.amp.custom_fwd\ndef f(device="cuda"):\n    pass\n'

    assert {one.span.line for one in found(text)} == {2, 3}


def test_cuda_called_on_something_unknown_is_only_possible_without_torch():
    (one,) = found("def f(model):\n    return model.cuda()\n")

    assert one.confidence == "possible"


def test_a_numbered_device_is_found_however_it_is_put_together():
    text = 'a = f"cuda:{i}"\nb = "cuda:" + str(i)\nc = "cuda:%d" % i\nd = "cuda:{}".format(i)\n'

    assert {(one.symbol, one.span.line) for one in found(text)} == {("cuda:*", line) for line in (1, 2, 3, 4)}


def test_docstrings_comments_and_long_texts_never_count():
    text = '''\
    """Move it with tensor.cuda() or device="cuda"."""
    import torch
    def f():
        """Use torch.cuda.empty_cache()."""
        # torch.cuda.synchronize()
        return "call .to('cuda') or install nccl"
    '''

    assert found(text) == ()


def test_words_that_only_contain_a_name_never_count():
    text = """\
    from httpx import AsyncClient
    barracuda = "barracuda"
    gpu_price = 3
    inputs = {"gpu_hours": 1, "cudagraph": 2}
    client = AsyncClient()
    """

    assert found(text) == ()


def test_hiding_every_device_binds_to_nothing():
    assert found('import os\nos.environ["CUDA_VISIBLE_DEVICES"] = ""\n') == ()
    assert found('import os\nos.environ["CUDA_VISIBLE_DEVICES"] = "-1"\n') == ()


def test_an_environment_variable_is_found_however_it_is_reached():
    text = """\
    import os
    os.environ["NCCL_DEBUG"] = "INFO"
    os.environ.setdefault("NCCL_DEBUG", "INFO")
    os.getenv("NCCL_DEBUG")
    os.putenv("NCCL_DEBUG", "INFO")
    env = {"NCCL_DEBUG": "INFO"}
    """

    assert {one.span.line for one in found(text) if one.symbol == "NCCL_DEBUG"} == {2, 3, 4, 5, 6}


def test_a_program_that_is_run_is_seen_with_its_command_line():
    seen = sighted("app.py", 'import subprocess\nsubprocess.run(["nvidia-smi", "-L"])\n')

    assert ("program", "nvidia-smi", 2) in seen
    assert ("command", "nvidia-smi -L", 2) in seen


def test_a_span_is_the_symbol_and_not_its_statement():
    text = "import torch\nx = [1,\n     torch.cuda.device_count(),\n     2]\n"
    (one,) = found(text)

    assert (one.span.line, one.span.end_line, one.span.column, one.span.end_column) == (3, 3, 6, 29)


def test_columns_count_characters():
    (one,) = found('s = "设备"; import flash_attn\n')

    assert (one.span.column, one.span.end_column) == (18, 28)


def test_a_file_that_does_not_parse_is_read_line_by_line_and_says_so():
    reading = read(
        "old.py", "import torch\nprint 'x'\ntorch.cuda.synchronize()\n# torch.cuda.empty_cache()\n"
    )

    assert "read line by line" in reading.note
    assert {
        (one.symbol, one.span.line, one.confidence.value) for one in reading.sights if "cuda" in one.symbol
    } == {("torch.cuda.synchronize", 3, "likely")}


def test_an_absurdly_nested_file_is_read_all_the_same():
    deep = "import torch\nx = " + "(" * 5000 + ")" * 5000 + "\ntorch.cuda.synchronize()\n"

    assert "torch.cuda.synchronize" in {sight.symbol for sight in read("deep.py", deep).sights}
