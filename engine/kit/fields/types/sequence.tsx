import type { FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';

/** A number that the server assigns; read-only. */
export const sequence: FieldView = { Edit: null, Read: SequenceRead };

function SequenceRead({ value }: ReadProps) {
  return typeof value === 'string' && value !== '' ? <code className="read-code">{value}</code> : <EmptyValue />;
}
