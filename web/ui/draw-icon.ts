import { type ComponentProps, createElement, type FunctionComponent } from "react";

type Shape = readonly [tag: string, attributes: Record<string, string>];

interface IconProps extends ComponentProps<"svg"> {
  /** Pixels. */
  size?: number | string;
}

/**
 * Draws an icon of lucide-react. The build puts it in place of the library's own way, which can do
 * more than is asked of it here and weighs 1.5 KB of everybody's first download.
 */
export function drawIcon(shapes: readonly Shape[]): FunctionComponent<IconProps> {
  return ({ size = 24, ...rest }) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...rest,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
