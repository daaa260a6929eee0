/*
 * The SKILL.md of the version that is shown, rendered, with its fields beside it.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';
import type { Api } from '../../api/api.js';
import { rawAddress, readVersionFile } from '../../api/read-item.js';
import { PackageFiles } from '../../parts/package-files.js';
import { SkillText } from '../../parts/skill-text.js';
import { AnswerView } from '../../parts/states.js';
import { fileAddress, type ShownItem } from '../../rules/address.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

interface ReadTabProps {
  readonly version: VersionAnswer;
  readonly shown: ShownItem;
  /** What was read already, by digest. */
  readonly texts: Map<string, string>;
}

export function ReadTab({ version, shown, texts }: ReadTabProps) {
  const { api, can } = useSession();
  const answer = useAnswer(version.digest, async (signal) => {
    const text =
      texts.get(version.digest) ?? (await readText(api, version, shown, can('skills:curate'), signal));
    texts.set(version.digest, text);
    return text;
  });
  const paths = new Set(version.files.map(({ path }) => path));
  return (
    <AnswerView answer={answer} label="SKILL.md" lines={14}>
      {(text) => (
        <SkillText
          text={text}
          fileAddress={(path) => (paths.has(path) ? fileAddress(shown, path) : undefined)}
        />
      )}
    </AnswerView>
  );
}

/** Reading the latest version counts as a view, but not by a curator, which would keep unused items alive. */
function readText(
  api: Api,
  version: VersionAnswer,
  shown: ShownItem,
  isCurator: boolean,
  signal: AbortSignal,
): Promise<string> {
  if (shown.version !== undefined) return readVersionFile(api, version, 'SKILL.md', signal);
  const { slug, kind } = version;
  const query = { kind, ...(isCurator && { preview: 'true' as const }) };
  return api.get('/v1/skills/{slug}/skill-md', { params: { slug }, query, signal });
}

interface FilesTabProps {
  readonly version: VersionAnswer;
  readonly shown: ShownItem;
}

/** The files of the version that is shown. */
export function FilesTab({ version, shown }: FilesTabProps) {
  const { api } = useSession();
  const files = {
    files: version.files,
    fileAddress: (path: string) => fileAddress(shown, path),
    rawAddress: (path: string) => rawAddress(version, path),
    read: (path: string, signal: AbortSignal) => readVersionFile(api, version, path, signal),
  };
  return <PackageFiles of={files} />;
}
