"""C, C++ and CUDA: names in code, never in comments and strings; NPU branches of the preprocessor count."""

import pytest

from tests.engine.scan.reading import found, read, scan, sighted


def tokens(text, path="op.cu"):
    return {(symbol, line) for kind, symbol, line in sighted(path, text) if kind == "token"}


def test_comments_strings_and_raw_strings_are_no_code():
    seen = tokens(
        """\
        // cudaMalloc(&p, 4); \\
           cudaFree(p);
        /* cudaMemcpy
           cudaMemset */
        const char* usage = "cudaHostAlloc \\" cudaFreeHost";
        const char* page = R"x(cudaStreamCreate " )" cudaStreamDestroy)x";
        char quote = '"'; cudaDeviceSynchronize();
        """
    )

    assert ("cudaDeviceSynchronize", 7) in seen
    assert not any(symbol.startswith("cuda") and line < 7 for symbol, line in seen)


def test_launches_qualified_names_and_assembly():
    seen = tokens(
        """\
        auto stream = at::cuda::getCurrentCUDAStream();
        scale<<<blocks, threads, 0, stream>>>(x);
        nvcuda::wmma::mma_sync(c, a, b, c);
        asm volatile("mma.sync.aligned.m16n8k16 {%0};" : "=r"(d));
        """
    )

    assert {
        ("at::cuda::getCurrentCUDAStream", 1),
        ("<<<", 2),
        ("nvcuda::wmma::mma_sync", 3),
        ("asm", 4),
    } <= seen


def test_a_kernel_in_a_raw_string_is_code_at_its_line():
    seen = tokens(
        'const char* source = R"(\nextern "C" __global__ void f() {\n  __syncthreads();\n})";\n', "a.cpp"
    )

    assert ("__syncthreads", 3) in seen


def statuses(text):
    return [(one.symbol, one.span.line, one.status.value, one.handled_by) for one in found(text, "op.cpp")]


def test_what_an_npu_branch_of_the_preprocessor_serves_is_handled():
    text = """\
        #ifdef USE_CUDA
        cudaDeviceSynchronize();
        #elif defined(USE_ASCEND)
        aclrtSynchronizeDevice();
        #else
        cudaStreamSynchronize(0);
        #endif
        cudaDeviceSynchronize();
        """

    seen = [(line, status, by) for symbol, line, status, by in statuses(text) if symbol.startswith("cuda")]
    assert seen == [(2, "handled", "op.cpp:3"), (6, "handled", "op.cpp:3"), (8, "open", "")]


@pytest.mark.parametrize("condition", ["#ifndef WITH_NPU", "#if !defined(WITH_NPU)", "#if !WITH_NPU"])
def test_what_is_left_out_on_an_npu_is_handled(condition):
    text = f"{condition}\ncudaDeviceSynchronize();\n#endif\n"

    assert [(line, status) for _, line, status, _ in statuses(text)] == [(2, "handled")]


def test_the_other_case_of_no_npu_is_the_npu():
    text = "#ifndef USE_NPU\ncudaDeviceSynchronize();\n#else\naclrtSynchronizeDevice();\n#endif\n"

    assert ("cudaDeviceSynchronize", 2, "handled", "op.cpp:3") in statuses(text)


def test_a_branch_for_cuda_alone_serves_nobody_else():
    assert [
        status for _, _, status, _ in statuses("#ifdef USE_CUDA\ncudaDeviceSynchronize();\n#endif\n")
    ] == ["open"]


def test_code_that_is_never_compiled_is_no_code():
    seen = sighted("op.cu", "#if 0\ncudaFree(p);\n#include <cuda.h>\n#endif\n")

    assert {line for _, _, line in seen} <= {1, 4}


def test_a_header_in_a_comment_is_none_and_one_in_quotes_is_an_edge():
    text = '/*\n#include "old/kernel.cuh"\n*/\n#include "kernel.cuh"\n'

    assert [(link.target, link.line) for link in read("a.cpp", text).links] == [("kernel.cuh", 4)]


@pytest.mark.parametrize("text", ['R"(' * 9, "#if NPU\n" * 9, "#endif\n#else\n", "/*", '"', "#if", "'"])
def test_what_never_ends_is_read_to_the_end(text):
    assert scan({"a.cpp": f"{text}\nint cuda;"}).coverage.files_scanned == 1
