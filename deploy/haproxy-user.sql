-- With this user HAProxy sees whether a node accepts connections. It may do nothing.
CREATE USER IF NOT EXISTS haproxy;
