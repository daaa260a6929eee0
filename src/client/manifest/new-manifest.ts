/*
 * The manifest that `init` writes: with the registry, if there is one, and with what else can be said, as comments.
 */

import { agentNames, type RegistryPlace } from './manifest.js';
import { quoted } from './toml-document.js';

export function newManifest(registry: RegistryPlace | undefined): string {
  const { url, tenant } = registry ?? { url: 'https://skills.example.com', tenant: 'team' };
  const place = [`[registry]`, `url = ${quoted(url)}`, `tenant = ${quoted(tenant)}`];
  return [
    '# What this project wants of skills, agents and commands. `coppice add SLUG` adds one, `coppice ensure` installs',
    '# them as coppice.lock says. Keep both files in version control.',
    '',
    ...(registry === undefined ? place.map((line) => `# ${line}`) : place),
    `# agents = ["claude"]  # whose folders to link into: ${agentNames.join(', ')}`,
    '',
    '# [[skills]]          # or [[agents]], [[commands]]',
    '# slug = "code-review"',
    '# version = "^1.2"    # as npm has ranges; any version unless told',
    '',
  ].join('\n');
}
