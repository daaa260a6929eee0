/*
 * The code of a Jupyter notebook: its cells as one Python program, and the lines and cells that go to a shell. A notebook
 * that is not valid JSON has none: no program runs it.
 */

export interface NotebookCode {
  readonly language: 'python' | 'shell';
  readonly text: string;
  /** The line of the file where the code starts, from 1. */
  readonly firstLine: number;
}

export function notebookCode(text: string): readonly NotebookCode[] {
  const cells = cellsOf(text);
  const found: NotebookCode[] = [];
  let at = 0;
  let python = '';
  let firstLine = 1;
  for (const source of cells) {
    const start = text.indexOf(JSON.stringify(source.slice(0, 40)).slice(1, -1), at);
    if (start !== -1) at = start;
    const line = text.slice(0, at).split('\n').length;
    if (/^%%(?:bash|sh|script|!)/.test(source)) {
      found.push({ language: 'shell', text: source.replace(/^[^\n]*/, ''), firstLine: line });
      continue;
    }
    const commands = source.split('\n').filter((each) => /^\s*[!%]/.test(each));
    if (commands.length > 0)
      found.push({
        language: 'shell',
        text: commands
          .map((each) =>
            each.replace(/^\s*(?:!|%(?:sx|system|pip|conda)\b ?)/, '').replace(/\{(\w+)\}/g, '$${$1}'),
          )
          .join('\n'),
        firstLine: line,
      });
    if (python === '') firstLine = line;
    python += `${source.replace(/^\s*[!%].*$/gm, '')}\n`;
  }
  if (python.trim() !== '') found.push({ language: 'python', text: python, firstLine });
  return found;
}

function cellsOf(text: string): readonly string[] {
  const notebook = parsed(text);
  const cells = isRecord(notebook) && Array.isArray(notebook['cells']) ? notebook['cells'] : [];
  return cells.flatMap((cell: unknown) => {
    if (!isRecord(cell) || cell['cell_type'] !== 'code') return [];
    const { source } = cell;
    if (typeof source === 'string') return [source];
    return Array.isArray(source) ? [source.filter((line) => typeof line === 'string').join('')] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
