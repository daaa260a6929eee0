/*
 * The text of a token that was just made. It is held by this page alone: closed or left, it is gone.
 */

import type { TokenAnswer } from '../../../registry/api/routes/account.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Section } from '../../parts/section.js';
import { takeFocus } from './take-focus.js';

export type MadeTokenAnswer = TokenAnswer & { readonly token: string };

interface Props {
  readonly token: MadeTokenAnswer;
  readonly tenant: string;
  readonly close: () => void;
}

export function MadeToken({ token, tenant, close }: Props) {
  return (
    <Section title={`Token ${token.name}`}>
      <div class="token-made card" tabIndex={-1} ref={takeFocus}>
        <p>
          <strong>Copy it now: it is shown this once.</strong> Who has it can do what you allowed it, so keep
          it out of repositories and chats.
        </p>
        <CopyLine text={token.token} label="the token" />
        <p>To use it, run this and paste the token, then end the input with Ctrl-D:</p>
        <CopyLine
          text={`coppice login ${location.origin} --tenant ${tenant} --token-stdin`}
          label="the login command"
        />
        <div class="actions">
          <button type="button" onClick={close}>
            I have copied it
          </button>
        </div>
      </div>
    </Section>
  );
}
