/** A package, told apart from the others by its name. */
export interface FlowCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}
