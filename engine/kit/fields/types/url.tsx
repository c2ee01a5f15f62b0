import { isWebAddress } from '../../../core/index.ts';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { TextControl } from '../controls/text-control.tsx';
import { EmptyValue } from '../controls/text-read.tsx';

export const url: FieldView = {
  Edit: (props: EditProps) => <TextControl {...props} type="url" inputMode="url" />,
  Read: UrlRead,
};

/** Only a web address becomes a link; anything else is text, whatever it pretends to be. */
function UrlRead({ value }: ReadProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />;
  if (!isWebAddress(value)) return <span className="read-text">{value}</span>;
  return (
    <a href={value} target="_blank" rel="noreferrer noopener">
      {value}
    </a>
  );
}
