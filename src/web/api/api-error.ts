/*
 * Why a request gave no answer: the registry's own words where it refused, or that it cannot be reached.
 */

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The registry's code, or `offline`. */
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export function offlineError(): ApiError {
  return new ApiError('offline', 0, 'The registry cannot be reached. Is it running, and are you online?');
}

export function refusalError(response: Response, body: unknown): ApiError {
  const said = isRecord(body) ? body : {};
  const message =
    typeof said['message'] === 'string' ? said['message'] : `The registry answered ${response.status}.`;
  const code = typeof said['error'] === 'string' ? said['error'] : 'unexpected';
  return new ApiError(code, response.status, message, isRecord(said['details']) ? said['details'] : {});
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** What to show of anything that was thrown. */
export function errorText(error: unknown): string {
  // The registry tells programs what to send.
  if (isSignedOut(error))
    return 'You are no longer signed in. Sign in again in another tab, then try again here: what you typed stays.';
  return error instanceof Error ? error.message : String(error);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
