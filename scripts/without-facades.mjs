// A plugin of rolldown. Where a module that is imported on demand is in a file with others, rolldown makes one more file
// that exports its names again; opening that file takes longer than running most verbs' own code. Here the import goes to
// the file with the code, and the extra file is left out.
export const withoutFacades = {
  name: 'without-facades',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const facades = new Map(
      chunks
        .filter(({ isEntry }) => !isEntry)
        .flatMap(({ fileName, code }) => {
          const target = reexports(code);
          return target === undefined ? [] : [[nameOf(fileName), { fileName, ...target }]];
        }),
    );
    for (const chunk of chunks)
      chunk.code = chunk.code.replace(
        /import\(`(\.{1,2}\/(?:chunks\/)?)([^`/]+)`\)/g,
        (whole, folder, name) => {
          const facade = facades.get(name);
          return facade === undefined
            ? whole
            : `import(\`${folder}${facade.from}\`).then(all=>({${facade.names}}))`;
        },
      );
    for (const { fileName } of facades.values()) {
      const isNamed = chunks.some(
        (chunk) => chunk.fileName !== fileName && chunk.code.includes(nameOf(fileName)),
      );
      if (isNamed) throw new Error(`${fileName} is still imported`);
      delete bundle[fileName];
    }
  },
};

/** The file that the names come from, if the code does nothing but export them. */
function reexports(code) {
  const [, names, from] = /^export\{([^}]+)\}from"\.\/([^"/]+)";?\s*$/.exec(code) ?? [];
  if (names === undefined) return undefined;
  const pairs = names.split(',').map((pair) => {
    const [inside, outside = inside] = pair.split(' as ');
    return `${outside}:all.${inside}`;
  });
  return { from, names: pairs.join(',') };
}

function nameOf(fileName) {
  return fileName.slice(fileName.lastIndexOf('/') + 1);
}
