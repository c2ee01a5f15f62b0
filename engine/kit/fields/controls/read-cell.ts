import { useCallback } from 'react';
import type { Field } from '../../../core/index.ts';
import { useFieldHost } from './field-host.tsx';
import { readNumberText } from './number-text.ts';

const numbers = ['integer', 'decimal', 'money', 'percent', 'rate', 'weight', 'length'];
const never = ['reference', 'references', 'parent', 'file', 'image', 'secret', 'sequence', 'computed', 'rollup'];

/** Text of a spreadsheet's cell to a value; words of options count as their values, and what cannot stand is kept to be mended. */
export function useReadCell(): (text: string, column: Field) => unknown {
  const { words, format } = useFieldHost();
  return useCallback(
    (text, column) => {
      const { type, options } = column.meta;
      if (never.includes(type)) return undefined;
      if (text === '') return null;
      if (numbers.includes(type)) return readNumberText(text.replace(/^[$¥€£]/, ''));
      const option = options?.find((value) => words.option(column.name, value).toLowerCase() === text.toLowerCase());
      if (option !== undefined) return type === 'choices' ? [option] : option;
      const read = column.type.fromText(text, column.meta, format);
      return read.ok ? read.value : text;
    },
    [words, format],
  );
}
