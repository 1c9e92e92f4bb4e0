import type { ComponentProps } from "react";
import { Link, useLocation } from "wouter";

interface NavLinkProps extends Omit<ComponentProps<"a">, "href" | "className"> {
  to: string;
  /** Is the current page only at exactly this path; otherwise below it too. */
  isExact?: boolean;
  className: (isCurrent: boolean) => string;
}

/** A link that knows whether it leads to where one is. */
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
