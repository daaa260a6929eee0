/** A package with a name that no other case has. */
export interface FlowCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}
