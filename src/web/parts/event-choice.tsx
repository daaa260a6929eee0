/*
 * Boxes to choose events with.
 */

import type { NotificationEvent } from '../../registry/api/notifications.js';
import { events, eventWords } from '../rules/event-words.js';
import './event-choice.css';

interface Props {
  readonly legend: string;
  readonly chosen: readonly NotificationEvent[];
  readonly change: (chosen: readonly NotificationEvent[]) => void;
}

export function EventChoice({ legend, chosen, change }: Props) {
  const toggle = (event: NotificationEvent) =>
    change(chosen.includes(event) ? chosen.filter((other) => other !== event) : [...chosen, event]);
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {events.map((event) => (
        <label key={event}>
          <input type="checkbox" checked={chosen.includes(event)} onChange={() => toggle(event)} />{' '}
          {eventWords[event]}
        </label>
      ))}
    </fieldset>
  );
}
