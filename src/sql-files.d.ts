/* Migrations are plain SQL; the bundler and the test runner hand them over as text. */
declare module '*.sql' {
  const text: string;
  export default text;
}
