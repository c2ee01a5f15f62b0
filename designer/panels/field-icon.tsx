import {
  AimOutlined,
  BgColorsOutlined,
  CalculatorOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CodeOutlined,
  DollarOutlined,
  EnvironmentOutlined,
  FieldNumberOutlined,
  FontSizeOutlined,
  FunctionOutlined,
  LinkOutlined,
  LockOutlined,
  MailOutlined,
  NumberOutlined,
  OrderedListOutlined,
  PaperClipOutlined,
  PercentageOutlined,
  PhoneOutlined,
  PictureOutlined,
  SmileOutlined,
  TableOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import { ownOf, type FieldTypeName } from '../../engine/core/index.ts';

const icons: Readonly<Partial<Record<FieldTypeName, ComponentType>>> = {
  integer: NumberOutlined,
  decimal: NumberOutlined,
  money: DollarOutlined,
  percent: PercentageOutlined,
  rate: PercentageOutlined,
  weight: CalculatorOutlined,
  length: CalculatorOutlined,
  date: CalendarOutlined,
  datetime: CalendarOutlined,
  time: ClockCircleOutlined,
  boolean: CheckSquareOutlined,
  choice: UnorderedListOutlined,
  choices: UnorderedListOutlined,
  reference: LinkOutlined,
  references: LinkOutlined,
  lines: TableOutlined,
  parent: OrderedListOutlined,
  email: MailOutlined,
  phone: PhoneOutlined,
  url: LinkOutlined,
  country: EnvironmentOutlined,
  postalCode: AimOutlined,
  address: EnvironmentOutlined,
  file: PaperClipOutlined,
  image: PictureOutlined,
  secret: LockOutlined,
  sequence: FieldNumberOutlined,
  pattern: CodeOutlined,
  color: BgColorsOutlined,
  icon: SmileOutlined,
  cron: ClockCircleOutlined,
  json: CodeOutlined,
  computed: FunctionOutlined,
  rollup: FunctionOutlined,
};

/** The sign of a kind of field. */
export function FieldIcon({ type }: { type: FieldTypeName | undefined }) {
  const Drawn = ownOf(icons, type) ?? FontSizeOutlined;
  return (
    <span className="field-icon" aria-hidden="true">
      <Drawn />
    </span>
  );
}
