/*
 * The files of the version that is shown.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';
import { PackageFiles } from '../../parts/package-files.js';
import { useSession } from '../../session.js';
import { fileAddress, type ShownItem } from './item-question.js';
import { rawAddress, readVersionFile } from './version-file.js';

interface Props {
  readonly version: VersionAnswer;
  readonly shown: ShownItem;
}

export function FilesTab({ version, shown }: Props) {
  const { api } = useSession();
  const files = {
    files: version.files,
    fileAddress: (path: string) => fileAddress(shown, path),
    rawAddress: (path: string) => rawAddress(version, path),
    read: (path: string, signal: AbortSignal) => readVersionFile(api, version, path, signal),
  };
  return <PackageFiles of={files} />;
}
