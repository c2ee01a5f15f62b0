import { useCallback } from 'react';
import type { Field } from '../../../core/index.ts';
import { useFieldHost } from './field-host.tsx';
import { readNumberText } from './number-text.ts';

/**
 * Converts pasted spreadsheet text to a value. Option labels become option values; invalid text is kept so that it can
 * be corrected.
 */
export function useReadCell(): (text: string, column: Field) => unknown {
  const { words, format } = useFieldHost();
  return useCallback(
    (text, column) => {
      const { options } = column.meta;
      const { pasteable, numeric, multiple } = column.type.traits;
      if (!pasteable) return undefined;
      if (text === '') return null;
      if (numeric) return readNumberText(text.replace(/^[$¥€£]/, ''));
      const option = options?.find((value) => words.option(column.name, value).toLowerCase() === text.toLowerCase());
      if (option !== undefined) return multiple ? [option] : option;
      const read = column.type.fromText(text, column.meta, format);
      return read.ok ? read.value : text;
    },
    [words, format],
  );
}
