/*
 * Just enough of the ONNX format to write a small graph: protocol buffers of nodes, constants and one output, over the
 * two inputs that every text model has.
 */

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly tables: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** Constants of one integer each, such as the axis of a sum. */
  readonly numbers: Readonly<Record<string, number>>;
  readonly output: { readonly name: string; readonly shape: readonly (string | number)[] };
}

export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

const elementTypes = { float: 1, int64: 7 } as const;

export function onnxBytes({ nodes, tables, numbers, output }: OnnxGraph): Uint8Array {
  const inputShape = ['batch', 'sequence'];
  const graph = [
    ...nodes.map((node) => bytesField(1, nodeBytes(node))),
    textField(2, 'tiny'),
    ...Object.entries(tables).map(([name, rows]) => bytesField(5, tableBytes(name, rows))),
    ...Object.entries(numbers).map(([name, value]) => bytesField(5, numberBytes(name, value))),
    ...['input_ids', 'attention_mask'].map((name) =>
      bytesField(11, valueBytes(name, elementTypes.int64, inputShape)),
    ),
    bytesField(12, valueBytes(output.name, elementTypes.float, output.shape)),
  ];
  const operatorSet = numberField(2, 17);
  return joined([numberField(1, 8), bytesField(7, joined(graph)), bytesField(8, operatorSet)]);
}

function nodeBytes({ operator, inputs, output }: OnnxNode): Uint8Array {
  return joined([...inputs.map((name) => textField(1, name)), textField(2, output), textField(4, operator)]);
}

function tableBytes(name: string, rows: readonly (readonly number[])[]): Uint8Array {
  const dimensions = [rows.length, rows[0]?.length ?? 0].map((size) => numberField(1, size));
  const values = new Uint8Array(Float32Array.from(rows.flat()).buffer);
  return joined([
    ...dimensions,
    numberField(2, elementTypes.float),
    textField(8, name),
    bytesField(9, values),
  ]);
}

function numberBytes(name: string, value: number): Uint8Array {
  const values = new Uint8Array(BigInt64Array.of(BigInt(value)).buffer);
  return joined([
    numberField(1, 1),
    numberField(2, elementTypes.int64),
    textField(8, name),
    bytesField(9, values),
  ]);
}

function valueBytes(name: string, elementType: number, shape: readonly (string | number)[]): Uint8Array {
  const sizes = shape.map((size) =>
    bytesField(1, typeof size === 'number' ? numberField(1, size) : textField(2, size)),
  );
  const tensor = joined([numberField(1, elementType), bytesField(2, joined(sizes))]);
  return joined([textField(1, name), bytesField(2, bytesField(1, tensor))]);
}

function textField(field: number, text: string): Uint8Array {
  return bytesField(field, new TextEncoder().encode(text));
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return joined([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function numberField(field: number, value: number): Uint8Array {
  return joined([varint(field * 8), varint(value)]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
