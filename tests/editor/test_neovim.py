"""`numscope lsp` in a real editor: Neovim shows the finding, the hover and the hints."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.trace.sealing import seal

pytest.importorskip("pygls", reason="pygls is not installed")
pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """\
import numpy as np

visits = np.array([4.0, 0.0, 2.0])
each = np.array([1.0, 0.0, 3.0]) / visits
"""
ASK = """
local folder = vim.fn.getcwd()
local client = vim.lsp.start_client({
  cmd = {'PYTHON', '-m', 'numscope', 'lsp'}, root_dir = folder,
  workspace_folders = {{uri = vim.uri_from_fname(folder), name = 'w'}},
})
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do print('DIAGNOSTIC ' .. found.lnum .. ' ' .. found.message) end
local document = {uri = vim.uri_from_bufnr(0)}
local place = {line = 3, character = 2}
local whole = {start = {line = 0, character = 0}, ['end'] = {line = 9, character = 0}}
local function ask(method, parameters)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, parameters, 60000) or {}) do return answer.result end
end
print('HOVER ' .. ask('textDocument/hover', {textDocument = document, position = place}).contents.value)
for _, hint in ipairs(ask('textDocument/inlayHint', {textDocument = document, range = whole})) do
  print('HINT ' .. hint.position.line .. ' ' .. hint.label)
end
vim.cmd('qa!')
"""


def test_it_shows_what_the_server_says(tmp_path: Path) -> None:
    editor = shutil.which("nvim")
    if editor is None:
        pytest.skip("Neovim is not installed (apt-get install neovim)")
    (tmp_path / "shop.py").write_text(PROGRAM)
    (tmp_path / "ask.lua").write_text(ASK.replace("PYTHON", sys.executable))
    with np.errstate(all="ignore"), numscope.record(tmp_path / "t.numscope"):
        exec(compile(PROGRAM, str(tmp_path / "shop.py"), "exec"), {"__name__": "shop"})
    seal(tmp_path / "t.numscope")
    done = subprocess.run(
        [editor, "--headless", "--clean", "shop.py", "-c", "luafile ask.lua"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    shown = done.stderr + done.stdout
    assert "DIAGNOSTIC 3 divides 0 by 0: `visits`" in shown, shown
    assert "HOVER" in shown
    assert "`numpy.divide`(float64[3], float64[3])" in shown
    assert "HINT 3 float64[3]" in shown
