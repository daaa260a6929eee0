/*
 * What kind of file was edited: source code, whose edit is the work itself, or a configuration, whose edit may be what
 * fixed a call.
 */

type EditedKind = 'source' | 'configuration' | 'document';

export function editedKind(path: string): EditedKind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (
    /^(?:README|CHANGELOG|LICENSE|TODO|NOTES)|\.(?:md|rst|txt|adoc|log)$/i.test(name) &&
    !/^requirements/.test(name)
  )
    return 'document';
  // Files that are numbered are entries of a list, which is what the work is about.
  if (/^[\d_.-]{1,20}\.[a-z]{2,10}$/.test(name)) return 'source';
  return configurationNames.test(name) || /(?:^|\/)\.(?:github|vscode|circleci|config)\//.test(path)
    ? 'configuration'
    : 'source';
}

/** Names of files that set up a project or a tool. */
const configurationNames =
  /^(?:\.[\w.-]{1,40}|[\w.-]{0,40}\.(?:toml|ya?ml|ini|cfg|conf|properties|env|plist|xcconfig|tfvars|gradle|gradle\.kts)|[\w.-]{1,40}\.config\.[cm]?[jt]sx?|package\.json|tsconfig[\w.-]{0,40}\.json|[\w.-]{0,30}config[\w.-]{0,20}\.json|nx\.json|turbo\.json|deno\.jsonc?|composer\.json|app\.json|requirements[\w.-]{0,30}\.txt|constraints\.txt|go\.(?:mod|work)|Gemfile|Podfile|Pipfile|Cargo\.toml|Procfile|Brewfile|Vagrantfile|pom\.xml|web\.config|Info\.plist|AndroidManifest\.xml)$/;
