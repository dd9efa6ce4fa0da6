"""The style sheet of `index.html`."""

STYLE = """
:root { color-scheme: light dark; --line: #8884; --faint: #8881;
  --break: #c2410c; --again: #7c3aed; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --break: #fb923c; --again: #c4b5fd; --bad: #f87171; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-bottom: 0; } h4 { margin: 1rem 0 .3rem; }
h3 { font-size: 1.05rem; border-top: 1px solid var(--line); padding-top: .8rem; margin-top: 1.6rem; }
section { border: 1px solid var(--line); border-radius: 8px; padding: .6rem 1.2rem 1.2rem; margin: 1.5rem 0; }
.totals { display: flex; flex-wrap: wrap; gap: .6rem 1.6rem; } .totals b { font-size: 1.3rem; }
table { border-collapse: collapse; margin: .4rem 0; }
td, th { padding: .15rem .9rem .15rem 0; vertical-align: top; }
th { text-align: left; font-weight: 600; } td { border-top: 1px solid var(--faint); }
.source { width: 100%; background: var(--faint); }
.source td:first-child { width: 2.5rem; opacity: .6; padding-left: .6rem; }
.source td:nth-child(2) { width: 55%; } .source details summary { opacity: .75; font-size: 13px; }
.kernel, .kernel code { font-size: 12px; line-height: 1.35; } .kernel a { margin-left: .3rem; }
.legend { opacity: .75; font-size: 13px; margin: 0; }
.story { background: var(--faint); border-radius: 8px; padding: .8rem 1rem; }
.source td { border: 0; padding-top: 0; padding-bottom: 0; }
.source em { color: var(--break); font-style: normal; }
.break { color: var(--break); } .again { color: var(--again); } .failed { color: var(--bad); }
ul { margin: .3rem 0; padding-left: 1.2rem; } summary { cursor: pointer; }
"""
