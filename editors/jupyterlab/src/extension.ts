// Draws outputs of numscope in JupyterLab and Jupyter Notebook 7, and opens the places in them.
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker } from "@jupyterlab/notebook";
import { IRenderMimeRegistry, type IRenderMime } from "@jupyterlab/rendermime";
import { Widget } from "@lumino/widgets";
import { MIME, type Output, type Place } from "../../../frontend/src/output/data";
import { draw } from "../../../frontend/src/output/draw";
import { openPlace } from "./places";

// Before HTML, which JupyterLab ranks at 50: what stands first is shown.
const RANK = 40;

class Drawn extends Widget implements IRenderMime.IRenderer {
  constructor(private readonly open: (place: Place, from: Node) => void) {
    super();
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    draw(this.node, model.data[MIME] as unknown as Output, (place) => this.open(place, this.node));
  }
}

const plugin: JupyterFrontEndPlugin<void> = {
  id: "numscope:output",
  description: "Draws what numscope found in a cell.",
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [INotebookTracker],
  activate: (app: JupyterFrontEnd, registry: IRenderMimeRegistry, notebooks: INotebookTracker | null) => {
    const open = (place: Place, from: Node): void => void openPlace(app, notebooks, place, from);
    registry.addFactory({ safe: true, mimeTypes: [MIME], defaultRank: RANK, createRenderer: () => new Drawn(open) });
  },
};

export default plugin;
