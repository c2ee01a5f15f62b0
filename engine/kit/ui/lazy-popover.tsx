import { Dropdown, Popover, type DropdownProps, type PopoverProps } from 'antd';
import {
  cloneElement,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';

type Button = ReactElement<{ onClick?: (event: MouseEvent) => void; ref?: Ref<HTMLElement> }>;

interface Opening {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** Where neither side of the button has room, as on a phone, it moves onto the screen instead of leaving it. */
const onScreen = { overflow: { adjustX: true, adjustY: true, shiftX: true } };

/** A popover behind a button. Until the first press only the button is drawn: the rest costs twenty times as much. */
export function LazyPopover({ children, ...props }: Omit<PopoverProps, 'children' | 'trigger'> & { children: Button }) {
  return useFirstPress(props, children, (opening, button) => (
    <Popover align={onScreen} {...props} {...opening} trigger="click">
      {button}
    </Popover>
  ));
}

/** The same with a menu. */
export function LazyDropdown({
  children,
  ...props
}: Omit<DropdownProps, 'children' | 'trigger'> & { children: Button }) {
  const { onOpenChange, ...rest } = props;
  const notifyOpen = onOpenChange && ((open: boolean) => onOpenChange(open, { source: 'trigger' }));
  return useFirstPress({ open: props.open, onOpenChange: notifyOpen }, children, (opening, button) => (
    <Dropdown {...rest} {...opening} trigger={['click']}>
      {button}
    </Dropdown>
  ));
}

function useFirstPress(
  { open, onOpenChange }: Opening,
  button: Button,
  draw: (opening: Required<Opening>, button: Button) => ReactNode,
): ReactNode {
  const [own, setOwn] = useState(false);
  const [full, setFull] = useState(open === true);
  if (open && !full) setFull(true);
  const place = useRef<HTMLElement>(null);
  const focused = useRef(false);
  useLayoutEffect(() => {
    // The button was mounted again, inside its popover.
    if (full && focused.current) place.current?.focus();
    focused.current = false;
  }, [full]);
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const known = useBoth(button.props.ref, place);
  if (full) return draw({ open: open ?? own, onOpenChange: change }, cloneElement(button, { ref: known }));
  return cloneElement(button, {
    ref: known,
    onClick: (event: MouseEvent) => {
      button.props.onClick?.(event);
      focused.current = document.activeElement === event.currentTarget;
      setFull(true);
      change(true);
    },
  });
}

/** One ref for two who want to know. */
function useBoth(outer: Ref<HTMLElement> | undefined, own: RefObject<HTMLElement | null>): Ref<HTMLElement> {
  const latest = useRef(outer);
  latest.current = outer;
  const [both] = useState(() => (element: HTMLElement | null) => {
    own.current = element;
    const { current } = latest;
    if (typeof current === 'function') current(element);
    else if (current) current.current = element;
  });
  return both;
}
