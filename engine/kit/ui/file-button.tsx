import { useRef, type ReactNode } from 'react';

interface FileButtonProps {
  /** Endings of the files that are asked for. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
  /** At least one; the same file may be chosen twice in a row. */
  onFiles(files: readonly File[]): void;
}

/** Asks for files by a button in the language of the page: the browser's own control speaks its own. */
export function FileButton({
  accept,
  multiple = false,
  primary = false,
  disabled,
  children,
  onFiles,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple={multiple}
        accept={accept}
        disabled={disabled}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <button
        type="button"
        className={primary ? 'button is-primary' : 'button'}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
    </>
  );
}
