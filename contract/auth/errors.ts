import type { ErrorEntry } from "../error-entry.ts";

/** Refusals of calls about accounts. */
export const authErrors = {
  login_incomplete: {
    status: 400,
    sentence: "Please fill in all fields",
    when: "the phone, or the password that is asked for, is missing",
  },
  registration_incomplete: {
    status: 400,
    sentence: "Please fill in all required fields",
    when: "the full name, the phone or the new password is missing",
  },
  invalid_phone: {
    status: 400,
    sentence: "Invalid phone number",
    when: "a phone is not an Indian mobile number: ten digits starting 6 to 9",
  },
  invalid_email: {
    status: 400,
    sentence: "Invalid email address",
    when: "an email is given and is not shaped like one",
  },
  password_too_short: {
    status: 400,
    sentence: "Password must be at least 6 characters",
    when: "a new password has fewer than 6 characters",
  },
  adults_only: {
    status: 400,
    sentence: "You must be 18 or older to play",
    when: "a registration says is_adult: false",
  },
  phone_taken: {
    status: 409,
    sentence: "Phone number already registered",
    when: "an account has this phone",
    field: "phone",
  },
  invalid_credentials: {
    status: 401,
    sentence: "Invalid credentials",
    when: "no account has this phone, or the password is wrong; both look the same",
  },
  account_deactivated: {
    status: 403,
    sentence: "Account is deactivated",
    when: "an admin has deactivated the account; a login is told so only with the right password",
  },
  wrong_password: {
    status: 400,
    sentence: "The current password is wrong",
    when: "a password change gives another current password",
    field: "old_password",
  },
  invalid_code: {
    status: 400,
    sentence: "The code is wrong or has expired",
    when: "a reset code does not match, is older than 10 minutes, or was tried 5 times",
    field: "code",
  },
  own_account: {
    status: 400,
    sentence: "You cannot deactivate your own account or change its role",
    when: "an admin would shut out, or demote, the account that is making the call",
  },
} as const satisfies Record<string, ErrorEntry>;
