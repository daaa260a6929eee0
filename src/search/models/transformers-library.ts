/*
 * transformers.js, which runs the models that people choose themselves. It would fetch what it does not find, so here
 * it is told to stay on this machine unless the user has agreed to a download, and a model that is not there is refused
 * before the library is loaded.
 */

import { member } from './foreign.js';
import { refuseOnFailure } from './model-fault.js';
import { modelFiles, defaultPrecision } from './model-files.js';
import type { ModelPorts } from './model-ports.js';
import type { LocalModel } from './model-setting.js';

export interface OpenedModel {
  readonly library: unknown;
  /** What the library finds it by: the path of its folder, or an id to fetch it by. */
  readonly source: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of the weights, which may not be there before they are loaded. */
  version(): string;
}

/** Everything but loading the model, which its user does in its own way. */
export async function openModel(place: LocalModel, ports: ModelPorts): Promise<OpenedModel> {
  const folder = place.kind === 'folder' ? ports.absolute(place.path) : `${ports.modelsFolder}/${place.id}`;
  const found = modelFiles(folder, ports.fileStat);
  const isFetched = found.kind === 'missing' && place.kind === 'hub' && ports.mayDownload;
  if (found.kind === 'missing' && !isFetched) throw missing(place, folder, found.file, ports);
  const library = await ports.load({
    name: '@huggingface/transformers',
    version: '4.3.1',
    need: `the model ${place.name}`,
  });
  await refuseOnFailure(ports.refuse, place.name, async () => keepOnThisMachine(library, ports));
  if (isFetched) ports.talk(`fetching https://huggingface.co/${place.id}, which may take minutes`);
  return {
    library,
    source: isFetched ? place.id : folder,
    options: {
      device: ports.device,
      local_files_only: !isFetched,
      ...(found.kind === 'found'
        ? { dtype: found.dtype, subfolder: found.subfolder }
        : { dtype: defaultPrecision }),
    },
    version: () => {
      const now = modelFiles(folder, ports.fileStat);
      return now.kind === 'found' ? now.version : '';
    },
  };
}

function missing(place: LocalModel, folder: string, file: string, { refuse }: ModelPorts): Error {
  return refuse('model-missing', `the model ${place.name} is not there: ${folder} has no ${file}`, {
    hint:
      place.kind === 'folder'
        ? 'name a folder with an ONNX export for transformers.js'
        : `put https://huggingface.co/${place.id} there, or allow its download: search.allow_download = true`,
  });
}

const onlyErrors = 40;

function keepOnThisMachine(library: unknown, { modelsFolder, mayDownload }: ModelPorts): void {
  const settings = member(library, 'env');
  if (typeof settings !== 'object' || settings === null) throw new Error('transformers.js has no settings');
  Object.assign(settings, {
    allowLocalModels: true,
    allowRemoteModels: mayDownload,
    cacheDir: modelsFolder,
    logLevel: onlyErrors,
    // Should a version of the library forget what it may, it ends here.
    fetch: mayDownload ? fetch : refuseToFetch,
  });
}

async function refuseToFetch(): Promise<never> {
  throw new Error('downloads are not allowed (search.allow_download)');
}
