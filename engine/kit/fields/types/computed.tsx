import { boolean } from './boolean.tsx';
import { choice } from './choice.tsx';
import type { FieldView, ReadProps } from '../controls/field-view.ts';
import { QuantityRead } from '../controls/quantity.tsx';
import { TextRead } from '../controls/text-read.tsx';

/** A value that the server works out; it reads as the type of its answer does. */
export const computed: FieldView = { Edit: null, Read: ComputedRead };

const numbers = ['integer', 'decimal', 'percent', 'rate', 'weight', 'length', 'money'];

function ComputedRead(props: ReadProps) {
  const as = props.field.meta.as ?? 'text';
  if (as === 'boolean') return <boolean.Read {...props} />;
  if (as === 'choice') return <choice.Read {...props} />;
  return numbers.includes(as) ? <QuantityRead {...props} /> : <TextRead {...props} />;
}
