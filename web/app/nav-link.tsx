import type { ComponentProps } from "react";
import { Link, useLocation } from "wouter";

interface NavLinkProps extends Omit<ComponentProps<"a">, "href" | "className"> {
  to: string;
  /** Whether the link is current only at exactly this path; otherwise also below it. */
  isExact?: boolean;
  className: (isCurrent: boolean) => string;
}

/** A link that is marked as current on its own page. */
export function NavLink({ to, isExact, className, ...rest }: NavLinkProps) {
  const [path] = useLocation();
  const isCurrent = path === to || (!isExact && path.startsWith(`${to}/`));
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className={className(isCurrent)}
      {...rest}
    />
  );
}
